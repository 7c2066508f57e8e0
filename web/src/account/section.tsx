import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  title: string;
  about: ReactNode;
  /** For sections that give the focus to their heading when what had it is gone. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One matter of the account: what it is about on the left, what can be done on the right. */
export function Section({ title, about, heading, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{about}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
