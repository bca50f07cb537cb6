// A list of short texts.

import { useState } from "react";
import { child, isArray } from "../model/json";
import { IconButton } from "../ui/button";
import { Icon } from "../ui/icon";
import { type ControlProps, useControl, useForm } from "./context";

/** Texts as chips, and a field that adds one. */
export function ChipsControl(props: ControlProps) {
  const { attributes, isReadOnly } = useControl(props);
  const { edit, set } = useForm();
  const [text, setText] = useState("");
  const items = isArray(props.value) ? props.value : [];

  const add = () => {
    const item = text.trim();
    setText("");
    if (item === "") return;
    if (isArray(props.value)) edit({ insert: child(props.pointer, "-"), value: item });
    else set(props.pointer, [item]);
  };
  const remove = (index: number) => {
    if (items.length === 1 && !props.isRequired) set(props.pointer, undefined);
    else edit({ remove: child(props.pointer, index) });
  };

  return (
    <div className="chips">
      {items.map((item, index) => (
        // A text can be in the list twice.
        <span className="chip" key={`${index}${String(item)}`}>
          {String(item)}
          {!isReadOnly && (
            <button type="button" aria-label={`Remove ${String(item)}`} onClick={() => remove(index)}>
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      <input
        {...attributes}
        type="text"
        value={text}
        placeholder={items.length === 0 ? "Add one" : ""}
        onChange={(event) => setText(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === ",") {
            event.preventDefault();
            add();
          }
          // The save that this key begins needs the text, too.
          if (event.key === "s" && (event.ctrlKey || event.metaKey)) add();
          if (event.key === "Backspace" && text === "" && items.length > 0) remove(items.length - 1);
        }}
      />
      {text !== "" && <IconButton icon="plus" label={`Add to ${props.label}`} onClick={add} />}
    </div>
  );
}
