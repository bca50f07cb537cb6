// Control of dates. The written form of the file stays: a date, a local time, or a time with an offset.

import { Button } from "../ui/button";
import { type ControlProps, useControl, useForm } from "./context";
import { changedDate, inputValueOf, parseDate, zoneOf } from "./formats";
import { LineControl } from "./text_controls";

/** Returns the type of the browser's field: that of the written value, else that of the schema. */
function hasTime({ schema, value }: ControlProps): boolean {
  const written = typeof value === "string" ? parseDate(value) : undefined;
  if (written) return written.time !== undefined;
  return schema["x-editor"]?.widget === "datetime" || schema.format === "date-time";
}

/** A date, with the zone that its time is in. */
export function DateControl(props: ControlProps) {
  const { attributes, set, isReadOnly } = useControl(props);
  const { entry } = useForm();
  const text = typeof props.value === "string" ? props.value : "";
  // A text that is no date stays as it is, for example a date that is relative.
  if (text !== "" && !parseDate(text)) return <LineControl {...props} />;

  const withTime = hasTime(props);
  return (
    <div className="row">
      <input
        {...attributes}
        type={withTime ? "datetime-local" : "date"}
        value={inputValueOf(text)}
        onChange={({ target }) => {
          // Browsers report an empty value while a part of the date is missing. Only the button removes a date.
          if (target.value !== "") set(changedDate(text, target.value, entry.time_zone), "date");
        }}
      />
      {withTime && <span className="zone">{zoneOf(text, entry.time_zone)}</span>}
      {text !== "" && !props.isRequired && !isReadOnly && (
        <Button look="quiet" aria-label={`Clear ${props.label}`} onClick={() => set(undefined)}>
          Clear
        </Button>
      )}
    </div>
  );
}
