import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** Text to be copied as it stands. Lines scroll rather than wrap, so that they remain what is pasted. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <div className="code-block">
      <ScrollArea label={what}>
        <pre>
          <code>{code}</code>
        </pre>
      </ScrollArea>
      <CopyButton text={code} what={what} />
    </div>
  );
}
