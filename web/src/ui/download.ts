/** Saves a text as a file on the visitor's device. */
export function downloadText(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download reads the address after this call has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
