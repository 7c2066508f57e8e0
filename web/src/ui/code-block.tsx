import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** Code to copy. Long lines scroll instead of wrapping, so that people see what they paste. */
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
