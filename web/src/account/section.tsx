import { type ReactNode, type Ref, useId } from 'react';

interface SectionProps {
  title: string;
  about: ReactNode;
  /** For sections that focus their heading when the focused element disappears. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One topic of the account page: its description on the left, its controls on the right. */
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
