/** Where browsers go that an agent sent. */
export function pageOfAgents(publicUrl: string): string {
  return `${publicUrl}/connect`;
}
