// Lists of values. Each item has a line, and opens to its fields.

import { type ReactNode, useRef, useState } from "react";
import type { Schema } from "../api/types";
import { child, isArray, isObject, type Json } from "../model/json";
import { Button, IconButton } from "../ui/button";
import { ErrorCount, FieldProblems } from "../ui/field_frame";
import { Icon } from "../ui/icon";
import { type ControlProps, focusField, keepsEmpty, useForm } from "./context";
import { itemLabelOf, itemTitle, referencesOf, titleKeyOf } from "./fields";
import { useItemKeys } from "./item_keys";
import { errorsWithin } from "./problems";
import { ChooseButton } from "./reference_controls";
import { emptyValue, inferSchema, resolve } from "./schema";
import { TableFields } from "./table_field";

/** A list with buttons that add, remove and move items. */
export function ListField(props: ControlProps) {
  const { pointer, label, schema, value } = props;
  const { entry, root, problems, invalid, isReadOnly, fieldId } = useForm();
  const items = isArray(value) ? value : [];
  const isFixed = entry.has_texts_only === true && isByPosition(schema, root, items);
  const canChange = !isReadOnly && !isFixed;
  const references = referencesOf(schema);
  const rule = itemRule(schema.items ?? inferSchema(value).items ?? {}, references);
  const titleKey = titleKeyOf(items);
  const itemLabel = resolve(rule, root, undefined).title ?? itemLabelOf(label);
  const { list, keys, open, add, toggleReference, remove, move, toggleItem } = useListActions(props, items, rule);

  return (
    <div className="field list-field" id={fieldId(pointer)} tabIndex={-1} data-pointer={pointer}>
      <div className="field-head">
        <span className="label" id={`${fieldId(pointer)}-label`}>
          {label}
        </span>
        <span className="count">{items.length}</span>
      </div>
      {schema.description && <p className="hint above">{schema.description}</p>}
      {isFixed && (
        <p className="hint above">The entries are those of the original file. Add, move and remove them there.</p>
      )}
      <FieldProblems id={fieldId(pointer)} problems={problems.get(pointer) ?? []} />
      <ul ref={list} className="list" aria-labelledby={`${fieldId(pointer)}-label`}>
        {items.map((item, index) => (
          <ListItem
            key={keys[index]}
            pointer={child(pointer, index)}
            title={itemTitle(item, index, itemLabel, titleKey)}
            name={`${itemLabel} ${index + 1}`}
            value={item}
            rule={rule}
            isOpen={open === keys[index]}
            errors={errorsWithin({ problems, invalid }, child(pointer, index))}
            onToggle={() => toggleItem(index)}
            buttons={
              canChange && (
                <ItemButtons
                  name={`${itemLabel} ${index + 1}`}
                  index={index}
                  count={items.length}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              )
            }
          />
        ))}
      </ul>
      {canChange && (
        <div className="row">
          {references !== undefined && (
            <ChooseButton label={label} references={references} chosen={items} onChoose={toggleReference} />
          )}
          <Button look="quiet" icon="plus" onClick={add}>
            Add {itemLabel.toLowerCase()}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The changes of a list by its buttons, and which of its items is open. `list` is the element of the items. */
function useListActions(props: ControlProps, items: readonly Json[], rule: Schema) {
  const { pointer, value } = props;
  const { root, edit, set, fieldId } = useForm();
  const { keys, next } = useItemKeys(items);
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const append = (item: Json) => {
    if (isArray(value)) edit({ insert: child(pointer, "-"), value: item });
    else set(pointer, [item]);
  };
  const removeItem = (index: number) => {
    if (items.length === 1 && !keepsEmpty(props)) set(pointer, undefined);
    else edit({ remove: child(pointer, index) });
    setOpen(null);
  };

  return {
    list,
    keys,
    /** The key of the open item. */
    open,
    add() {
      append(emptyValue(rule, root));
      setOpen(next);
      // The new fields exist after the next rendering.
      setTimeout(() => focusField(child(pointer, items.length), fieldId));
    },
    /** Adds a reference, or removes it if the list has it. */
    toggleReference(link: string) {
      const index = items.indexOf(link);
      if (index >= 0) removeItem(index);
      else append(link);
    },
    remove(index: number) {
      removeItem(index);
      // The next key removes the next item.
      setTimeout(() => focusButton(list.current?.children[Math.min(index, items.length - 2)], "remove"));
    },
    move(index: number, to: number) {
      edit({ move: child(pointer, index), to: child(pointer, to) });
      // The focus stays with the item, so that the next key moves it on. The item is there after the next rendering.
      setTimeout(() => focusButton(list.current?.children[to], to < index ? "up" : "down"));
    },
    toggleItem(index: number) {
      setOpen(open === keys[index] ? null : (keys[index] ?? null));
    },
  };
}

interface ItemButtonsProps {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** The buttons that move and remove an item. */
function ItemButtons({ name, index, count, onMove, onRemove }: ItemButtonsProps) {
  return (
    <>
      <IconButton
        icon="up"
        data-action="up"
        label={`Move up ${name}`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon="down"
        data-action="down"
        label={`Move down ${name}`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      />
      <IconButton icon="trash" data-action="remove" label={`Remove ${name}`} onClick={onRemove} />
    </>
  );
}

/** Whether the texts of another language are those of the entry at the same position. Lists of texts are translated as a whole. */
function isByPosition(schema: Schema, root: Schema, items: readonly Json[]): boolean {
  const rule = resolve(schema.items ?? {}, root, undefined);
  const areTexts = schema.isInferred === true && items.every((item) => typeof item === "string");
  return schema.uniqueKey === undefined && !schema.translatable && !rule.translatable && !areTexts;
}

/** Returns the schema of the items of a list, with what the list refers to. */
const itemRule = (rule: Schema, references: string | undefined): Schema =>
  references === undefined ? rule : { ...rule, "x-editor": { ...rule["x-editor"], references } };

/** Focuses a button of an item, or the first one that can be used. */
function focusButton(item: Element | undefined, action: "up" | "down" | "remove"): void {
  const buttons = [
    ...(item?.querySelectorAll<HTMLButtonElement>(
      ":scope > * > .list-buttons > [data-action], :scope > .list-buttons > [data-action]",
    ) ?? []),
  ];
  const enabled = buttons.filter((button) => button.getAttribute("aria-disabled") !== "true");
  (enabled.find(({ dataset }) => dataset.action === action) ?? enabled[0])?.focus();
}

interface ListItemProps {
  readonly pointer: string;
  readonly title: string;
  readonly name: string;
  readonly value: Json;
  readonly rule: ControlProps["schema"];
  readonly isOpen: boolean;
  readonly errors: number;
  readonly onToggle: () => void;
  readonly buttons: ReactNode;
}

function ListItem({ pointer, title, name, value, rule, isOpen, errors, onToggle, buttons }: ListItemProps) {
  const { root, FieldView, fieldId } = useForm();
  const schema = resolve(rule, root, value);
  const isTable = isObject(value) && !schema.anyOf && !schema.oneOf;
  const field = { key: name, label: name, schema, hints: schema["x-editor"] ?? {}, isRequired: true, isKnown: true };
  // A problem inside of a closed item opens it, so that a link to the field works. The item stays open while the problem is corrected.
  const [hadErrors, setHadErrors] = useState(false);
  if (errors > 0 && isTable && !hadErrors) setHadErrors(true);
  const isShown = isOpen || (hadErrors && isTable);
  const toggle = () => {
    setHadErrors(false);
    if (isOpen || !isShown) onToggle();
  };

  // Texts and numbers need no line of their own.
  if (!isObject(value) && !isArray(value) && !schema.anyOf && !schema.oneOf)
    return (
      <li className="list-item simple">
        <FieldView pointer={pointer} field={field} value={value} />
        <span className="list-buttons">{buttons}</span>
      </li>
    );
  return (
    <li className={`list-item ${isShown ? "open" : ""}`}>
      <div className="list-line">
        <button
          type="button"
          className="list-toggle"
          id={isShown ? undefined : fieldId(pointer)}
          aria-expanded={isShown}
          onClick={toggle}
        >
          <Icon name="chevron" />
          <span className="list-title">{title}</span>
          <ErrorCount count={errors} />
        </button>
        <span className="list-buttons">{buttons}</span>
      </div>
      {isShown && (
        <div className="list-content" id={isTable ? fieldId(pointer) : undefined} tabIndex={-1}>
          {isTable ? (
            <TableFields pointer={pointer} schema={schema} value={value} />
          ) : (
            <FieldView pointer={pointer} field={field} value={value} />
          )}
        </div>
      )}
    </li>
  );
}
