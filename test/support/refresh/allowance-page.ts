/** A page built like those of the Office of Allowances: a layout table that contains the table of rates. */
export function allowancePage(
  title: 'Post Allowance' | 'Rate',
  rates: readonly (readonly [country: string, post: string, rate: string])[],
  effective = '07/12/2026',
): string {
  const rows = rates.map(
    ([country, post, rate]) =>
      `<tr class='x'><td title='Country Name'><a id='${country}'>${country}</a></td><td title='Post Name'>${post}</td><td title='${title}' align='right'>${rate}&nbsp;</td></tr>`,
  );
  return `<!DOCTYPE html>\n<html><head><title>Allowances</title></head><body><table><tr><td>
<p><b>Rates Effective:</b> ${effective}</p>
<table class='web920_left'><tr><th>Country</th><th>Post</th><th>Rate</th></tr>${rows.join('\n')}</table>
</td></tr></table></body></html>`;
}
