//! The menu of templates that `croupier new` shows on a terminal.

use std::io::{self, IsTerminal, Stdin};

use clap::ValueEnum;
use dialoguer::Select;
use dialoguer::console::Term;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::command::failure::Failure;
use crate::command::new::template::Template;
use crate::command::process::{block_on, termination};

/// Prompts for a template on a terminal. Returns the default template if there is no terminal.
pub(crate) fn choose_template() -> Result<Template, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Ok(Template::default());
    }
    let items = Template::value_variants().iter().filter_map(|it| {
        let value = it.to_possible_value()?;
        Some(format!("{:<8} {}", value.get_name(), value.get_help()?))
    });
    let menu = Select::new().with_prompt("Template").items(items).default(0);

    let _keys = UnprocessedKeys::of_stdin().map_err(|error| cannot_show(&error))?;
    let mut choice = Err(io::ErrorKind::Interrupted.into());
    block_on(async {
        // After Ctrl-C, the menu raises SIGINT. Caught, it ends the menu and not the program, which shows the cursor again.
        let _interrupt = termination()?;
        choice = menu.interact_opt().map_err(|dialoguer::Error::IO(error)| error);
        Ok(())
    })?;

    let restored = Term::stderr().show_cursor();
    match choice.and_then(|choice| restored.map(|()| choice)) {
        Ok(Some(index)) => Ok(Template::value_variants()[index]),
        Ok(None) => {
            Err(Failure::Usage("no template was chosen, so that nothing was created".to_owned()))
        }
        // The exit code of a shell for a program that SIGINT ended.
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Failure::Reported(130)),
        Err(error) => Err(cannot_show(&error)),
    }
}

fn cannot_show(error: &io::Error) -> Failure {
    Failure::System(format!("cannot show the templates: {error}"))
}

/// A terminal that passes keys on as they are, until this is dropped.
///
/// The menu sets this only while it waits for a key. Ctrl-C before that, while the menu is drawn, would become a
/// signal that the menu never sees.
struct UnprocessedKeys {
    terminal: Stdin,
    before: Termios,
}

impl UnprocessedKeys {
    fn of_stdin() -> io::Result<Self> {
        let terminal = io::stdin();
        let before = tcgetattr(&terminal)?;

        let mut unprocessed = before.clone();
        unprocessed.local_modes -= LocalModes::ISIG | LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(&terminal, OptionalActions::Drain, &unprocessed)?;
        Ok(Self { terminal, before })
    }
}

impl Drop for UnprocessedKeys {
    fn drop(&mut self) {
        // A terminal that is gone needs no settings.
        let _ = tcsetattr(&self.terminal, OptionalActions::Drain, &self.before);
    }
}
