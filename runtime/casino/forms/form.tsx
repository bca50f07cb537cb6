// Renders a form: the fields of its current page, their errors, the message of the response, and the buttons.

import { useStore } from "@croupier/loader/use-store";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Button } from "../ui/controls/button";
import { readControls } from "./controls/text_controls";
import type { Action, FormDefinition, FormTexts } from "./definition";
import type { Form as FormModel } from "./form_store";
import { type FormState, isLastPage, shownFields } from "./model";

/** The props of a form. */
export interface FormProps {
  readonly form: FormModel;
  readonly texts: FormTexts;
  /** Called when the last page is valid; the form provides the values. */
  readonly onSend: () => void;
  /** The notice about the bot check that runs with the call (row 1-19). */
  readonly notice?: string;
  /** Called when a link below the form is clicked. */
  readonly onAction?: (action: Action) => void;
  /** The content below a field, by field name. */
  readonly below?: Readonly<Record<string, ReactNode>>;
}

/** Renders a form. Errors show from the first attempt on, and the first invalid field gets the focus (row 4.2-04). */
export function Form({ form, texts, onSend, onAction, notice, below = {} }: FormProps) {
  const { definition } = form;
  const state = useStore(form.$state, form.initialState);
  const { attempts, page, isAutomatic, isSending, message } = state;
  const { Steps } = form.registry;
  const element = useRef<HTMLFormElement>(null);
  const renderedPage = useRef(page);

  // Reads values that the user typed, or the browser filled in, before hydration.
  useLayoutEffect(() => {
    if (element.current) form.type(readControls(element.current, definition, true));
  }, [form, definition]);

  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  useEffect(() => {
    if (renderedPage.current !== page && !isAutomatic)
      element.current?.querySelector<HTMLElement>("input, select")?.focus();
    renderedPage.current = page;
  }, [page, isAutomatic]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Some browsers fill in fields without an event.
    form.type(readControls(event.currentTarget, definition, false));
    if (form.submit() === "send") onSend();
  }

  const submitLabel = isLastPage(definition, state) ? definition.completeTitle : texts.next;

  return (
    <form className="form" method="post" ref={element} onSubmit={submit} noValidate>
      {Steps && definition.pages.length > 1 && <Steps form={form} texts={texts} element={element} />}
      <Fields {...{ form, texts, state, below }} />
      <div role="alert">{message && <p className="form__error">{message}</p>}</div>
      <Button type="submit" wide size="big" busy={isSending}>
        {isSending ? (definition.loadingMessage ?? texts.wait) : submitLabel}
      </Button>
      {page > 0 && (
        <Button kind="quiet" wide onClick={form.back}>
          {texts.back}
        </Button>
      )}
      {definition.messages && definition.layout !== "compact" && (
        <FormLinks links={definition.messages} onAction={onAction} />
      )}
      {notice && <p className="form__notice">{notice}</p>}
    </form>
  );
}

interface FieldsProps extends Required<Pick<FormProps, "form" | "texts" | "below">> {
  readonly state: FormState;
}

/** Renders the fields of the current page. */
function Fields({ form, texts, state, below }: FieldsProps) {
  const errors = state.attempts > 0 ? form.errors() : {};

  return shownFields(form.definition, state).map((field) => {
    const Control = form.registry.controls[field.type];
    const value = state.values[field.name] ?? "";

    return (
      Control && (
        <Control
          key={field.id}
          field={field}
          texts={texts}
          value={value}
          error={errors[field.name]}
          hint={form.registry.hints?.[field.validation ?? ""]?.(String(value)) ? (field.hint ?? "") : ""}
          onType={(typedValue) => form.type({ [field.name]: typedValue })}
          below={below[field.name]}
        />
      )
    );
  });
}

interface FormLinksProps {
  readonly links: NonNullable<FormDefinition["messages"]>;
  readonly onAction: FormProps["onAction"] | undefined;
}

/** Renders the links below the fields. A link without an action is a text. */
function FormLinks({ links, onAction }: FormLinksProps) {
  return (
    <p className="form__links">
      {links.map(({ text, action }) =>
        action ? (
          <button type="button" className="form__link" key={text} onClick={() => onAction?.(action)}>
            {text}
          </button>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </p>
  );
}
