// The search field of the lobby, which searches games as the user types.

import { type FormEvent, useEffect, useRef } from "react";
import { LOBBY, path } from "../../config/config";
import { IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/display/content";
import type { LobbyTexts } from "../model/lobby_messages";

/** The props of the field. */
interface SearchFieldProps {
  readonly texts: LobbyTexts;
  /** The current search text. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** Renders the field. Its input is uncontrolled: typing is independent of the list, and hydration keeps text typed before it. */
export function SearchField({ texts, search, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the text that was typed before hydration
  useEffect(() => {
    const value = input.current?.value;
    if (value && !search) onSearch(value);
  }, []);
  useEffect(() => {
    if (input.current && input.current.value !== search) input.current.value = search;
  }, [search]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // On phones this closes the keyboard, so that the results are visible.
    input.current?.blur();
  }

  function clear() {
    onSearch("");
    input.current?.focus();
  }

  return (
    <search className="search-field">
      <form action={path(LOBBY)} onSubmit={submit}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          name="search"
          aria-label={texts.search}
          placeholder={texts.search}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        {search && <IconButton icon="x" label={texts.clear} onClick={clear} />}
      </form>
    </search>
  );
}
