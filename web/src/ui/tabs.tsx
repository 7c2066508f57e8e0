import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

export interface Tab {
  name: string;
  content: ReactNode;
}

/** Tabs as in the ARIA Authoring Practices: one stop for the Tab key, and arrow keys to move between them. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const target = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + tabs.length) % tabs.length;
    setChosen(next);
    document.getElementById(`${id}tab${next}`)?.focus();
  }

  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}tab${index}`}
            aria-controls={`${id}panel`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </div>
  );
}
