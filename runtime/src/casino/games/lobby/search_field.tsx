// The field in which games are searched as one types.

import { type FormEvent, useEffect, useRef } from "react";
import { path } from "../../config/config";
import { IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/display/icon";
import { LOBBY } from "../model/filter";
import type { LobbyWords } from "../model/lobby_messages";

/** What the field is drawn from. */
interface SearchFieldProps {
  readonly words: LobbyWords;
  /** What is searched for now. */
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** The field. It holds what is typed itself, so that no letter waits for the list or is lost while the page wakes. */
export function SearchField({ words, search, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what was typed before the page was awake
  useEffect(() => {
    const typed = input.current?.value;
    if (typed && !search) onSearch(typed);
  }, []);
  useEffect(() => {
    if (input.current && input.current.value !== search) input.current.value = search;
  }, [search]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // The keyboard of a phone makes room for what was found.
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
          aria-label={words.search}
          placeholder={words.search}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={60}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        {search && <IconButton icon="x" label={words.clear} onClick={clear} />}
      </form>
    </search>
  );
}
