import { attribute, type Html, html, type Part } from '../html.ts';
import { ENGLISH, type Messages } from './english.ts';

/** The attribute of an element whose text is quoted from a source or the documentation, which are in English: browsers can translate it. */
export function inEnglish({ language }: Messages): Html {
  return attribute('lang', language === ENGLISH.language ? undefined : ENGLISH.language);
}

/** Such a text that has no element of its own. */
export function quoted(content: Part, messages: Messages, element: 'span' | 'div' = 'span'): Part {
  if (messages.language === ENGLISH.language) return content;
  return html`<${element}${inEnglish(messages)}>${content}</${element}>`;
}
