export const EMAIL_PROBLEMS = {
  valueMissing: 'Enter your e-mail address.',
  typeMismatch: 'This is not a whole e-mail address, such as name@example.org.',
} as const;
