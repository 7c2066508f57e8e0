import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { relativeLinks, relativePath } from '../../src/site/addresses.ts';
import { attribute, html, jsonScript, trusted } from '../../src/site/html.ts';

test('text in a template never becomes markup, in an element or an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', '/', ' ') }), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>${[text]}`;
      assert.doesNotMatch(
        markup
          .replace(/^<p title="/, '')
          .replace('">', '')
          .replace('</p>', ''),
        /[<>"']/,
      );
    }),
  );
});

test('templates are nested without being escaped again, and absent values leave nothing', () => {
  const items = ['a', 'b & c'].map((text) => html`<li>${text}</li>`);
  assert.equal(
    html`<ul>${items}</ul>${undefined}${false}${null}${0}${trusted('<br>')}`.markup,
    '<ul><li>a</li><li>b &amp; c</li></ul>0<br>',
  );
});

test('an attribute is absent, bare or quoted', () => {
  assert.equal(
    html`<a${attribute('href', '/?a=1&b="2"')}${attribute('hidden', true)}${attribute('id', undefined)}${attribute('rel', false)}>`
      .markup,
    '<a href="/?a=1&amp;b=&quot;2&quot;" hidden>',
  );
});

test('embedded data cannot end their element', () => {
  const { markup } = jsonScript('application/ld+json', { name: '</script><script>alert(1)</script>' });
  assert.equal(markup.match(/<\/?script/g)?.length, 2);
});

test('links from the root become relative to the page, and others stay', () => {
  const links =
    '<a href="/cities/lisbon"><a href="//example.org/"><a href="https://example.org/"><a href="#top">';
  assert.equal(
    relativeLinks(links, '/countries/portugal'),
    '<a href="../cities/lisbon"><a href="//example.org/"><a href="https://example.org/"><a href="#top">',
  );
  assert.equal(relativeLinks('<a href="/">', '/keys'), '<a href="./">');
  assert.equal(
    relativeLinks('<a href="/cities">', '/keys', { release: '2020.1.10+own.0a1b2c3d' }),
    '<a href="./cities?release=2020.1.10%2Bown.0a1b2c3d">',
  );
  assert.equal(relativePath('/guides/errors', '/docs/errors'), '../guides/errors');
  assert.equal(relativePath('/reference', '/docs'), './reference');
});
