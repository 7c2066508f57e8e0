/** A part of a guide below a heading of the second level. */
export interface GuideSection {
  title: string;
  /** With its heading. */
  markdown: string;
}

/** What a guide says before its first section, and its sections. */
export function sectionsOf(markdown: string): { introduction: string; sections: GuideSection[] } {
  const [introduction = '', ...rest] = markdown.split(/^(?=## )/m);
  return {
    introduction,
    sections: rest.map((text) => ({ title: /^## (.+)$/m.exec(text)?.[1] ?? '', markdown: text })),
  };
}

/** As the anchor of a heading on GitHub. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
