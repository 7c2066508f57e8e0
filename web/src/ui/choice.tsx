import { useId } from 'react';

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; name: string }[];
  value: T;
  choose: (value: T) => void;
}

/** Radio buttons side by side that look like one control. */
export function Choice<T extends string>({ label, options, value, choose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => choose(option.value)}
          />
          <span>{option.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
