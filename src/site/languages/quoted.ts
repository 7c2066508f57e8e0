import { attribute, type Html } from '../html.ts';
import { ENGLISH, type Messages } from './english.ts';

/** The attribute of an element whose text is quoted from a source or the data, which are in English: browsers can translate it. */
export function inEnglish({ language }: Messages): Html {
  return attribute('lang', language === ENGLISH.language ? undefined : ENGLISH.language);
}
