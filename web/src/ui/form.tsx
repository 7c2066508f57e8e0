import { createContext, type FormEvent, type ReactNode, use, useId, useRef, useState } from 'react';
import { asProblem } from '../problem.ts';

/** What a form says about a field, by the constraint that the field violates. */
export type FieldProblems = Record<string, Partial<Record<keyof ValidityState, string>>>;

interface FormProps {
  /**
   * Called when all fields are valid, with a function that reads a field's value.
   * @throws Problem, which the form shows
   */
  submit: (field: (name: string) => string) => Promise<void>;
  problems?: FieldProblems;
  /** Which field a problem belongs to, by its code. Other problems appear below the fields. */
  fieldOf?: Record<string, string>;
  className?: string;
  children: ReactNode;
}

interface FormState {
  busy: boolean;
  /** Problems by the name of the field. */
  wrong: Record<string, string>;
}

const FormContext = createContext<FormState>({ busy: false, wrong: {} });

/** A form that says beside each field what is wrong with it, instead of in the browser's bubbles. */
export function Form({ submit, problems = {}, fieldOf = {}, className = 'form', children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<FormState>({ busy: false, wrong: {} });
  const [failed, setFailed] = useState<string>();
  const failedId = useId();

  function refuse(wrong: Record<string, string>) {
    setState({ busy: false, wrong });
    const first = Object.keys(wrong)[0];
    if (first !== undefined) elementOf(form.current, first)?.focus();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.busy) return;
    setFailed(undefined);
    const wrong = invalidFields(event.currentTarget, problems);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    const data = new FormData(event.currentTarget);
    setState({ busy: true, wrong: {} });
    try {
      await submit((name) => String(data.get(name) ?? ''));
      setState({ busy: false, wrong: {} });
    } catch (error) {
      const { code, message } = asProblem(error);
      const field = fieldOf[code];
      if (field !== undefined) return refuse({ [field]: message });
      setState({ busy: false, wrong: {} });
      setFailed(message);
    }
  }

  /** What was wrong with a field is no longer said once it is right. */
  function forgetMended({ target }: FormEvent<HTMLFormElement>) {
    if (!isField(target) || !target.validity.valid) return;
    setState(({ busy, wrong: { [target.name]: _, ...wrong } }) => ({ busy, wrong }));
  }

  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      onChange={forgetMended}
      aria-describedby={failed === undefined ? undefined : failedId}
    >
      <FormContext value={state}>{children}</FormContext>
      <p id={failedId} className="form-problem" role="alert">
        {failed}
      </p>
    </form>
  );
}

export function useForm(): FormState {
  return use(FormContext);
}

interface SubmitProps {
  kind?: 'accent' | 'danger' | 'quiet';
  children: ReactNode;
}

export function Submit({ kind = 'accent', children }: SubmitProps) {
  const { busy } = useForm();
  // Not `disabled`, which would lose the focus. The form ignores a second submission.
  return (
    <button
      type="submit"
      className={kind === 'accent' ? 'button' : `button ${kind}`}
      aria-disabled={busy}
      aria-busy={busy}
    >
      {children}
    </button>
  );
}

function invalidFields(form: HTMLFormElement, problems: FieldProblems): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const element of form.elements) {
    if (!isField(element) || element.validity.valid) continue;
    wrong[element.name] = fieldProblem(element, problems[element.name] ?? {});
  }
  return wrong;
}

function isField(element: EventTarget): element is HTMLInputElement | HTMLSelectElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

function fieldProblem(
  { validity, validationMessage }: HTMLInputElement | HTMLSelectElement,
  problems: Partial<Record<keyof ValidityState, string>>,
): string {
  for (const constraint of Object.keys(problems) as (keyof ValidityState)[]) {
    const words = problems[constraint];
    if (validity[constraint] && words !== undefined) return words;
  }
  return validationMessage;
}

function elementOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const found = form?.elements.namedItem(name);
  return found instanceof HTMLElement ? found : undefined;
}
