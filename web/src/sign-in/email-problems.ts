export const EMAIL_PROBLEMS = {
  valueMissing: 'Enter your email address.',
  typeMismatch: 'Enter a full email address, such as name@example.org.',
} as const;
