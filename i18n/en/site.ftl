### Texts of the templates in pages/.

## The base layout and the navigation

# On every page: the first link, which is visible when it has the focus (pages/shell.html).
skip-link = Skip to content

# Name of the menu in the navigation bar, for screen readers (pages/slices/navigation.html).
navigation-main = Main

# Name of the menu of the account pages, for screen readers (pages/account.html).
navigation-account = Account

# Name of the links to the page in other languages, for screen readers (pages/shell.html).
languages = Languages

## The landing page

# Link above the tiles of games (pages/home.html).
home-all-games = See all games

# Link above the offers (pages/home.html).
home-all-coupons = All coupons

# Button in the section about staying in control (pages/home.html).
home-set-limit = Set a deposit limit

# Button next to it; it links to the people who can help (pages/home.html).
home-find-help = Find help

## Information pages

# Small line above the title of an information page (pages/info.html).
info-eyebrow = Information

# Heading of the table of contents (pages/info.html).
info-contents = On this page

# Last line of an information page (pages/info.html). $date (date): the day.
info-last-changed = Last changed: { DATETIME($date, dateStyle: "long") }

# Heading above the links to the other information pages, and the name of their list for screen readers
# (pages/info.html).
info-more = More information

## The lobby without scripts, and the cashier page

# Heading of the list of all games for browsers without scripts (pages/lobby.html).
lobby-all-games = All games

# Link at the top of the cashier page (pages/cashier.html).
cashier-back = Back to the lobby

# Heading for guests on the cashier page (pages/cashier.html).
cashier-guests-title = Log in first

# Text below that heading (pages/cashier.html). DEPOSIT is the label of the deposit button, `deposit` in cashier.toml.
cashier-guests-text = Your balance, your coupons and DEPOSIT belong to your account.

## Error pages

# Button for guests on the pages 404, 500 and offline (pages/error.html).
error-home = Go to the first page

# Button for players on the same pages (pages/error.html).
error-lobby = Go to the lobby

# Second button on the same pages (pages/error.html).
error-contact = Contact us

## Categories of games. The catalogue has them in English, and the games are found by these names

# Name of a category, in the lobby and on tiles (pages/home.html, pages/lobby.html, pages/games.html). $category
# (string): its slug, such as `new-games`. $name (string): its name in the catalogue, for a category without a text
# here.
game-category =
    { $category ->
        [new-games] New Games
        [slots] Slots
        [progressives] Progressives
        [video-poker] Video Poker
        [table-games] Table Games
        [specialty] Specialty
        [crash-games] Crash Games
        [halloween] Halloween
        [holiday-games] Holiday Games
       *[other] { $name }
    }

# Name of a sub-category without a number (pages/game.html). $kind (string): its slug, such as `scratch-cards`. $name
# (string): its name in the catalogue, for a sub-category without a text here.
game-sub-category =
    { $kind ->
        [local] Local
        [shared] Shared
        [slots] Slots
        [keno] Keno
        [scratch-cards] Scratch Cards
        [arcade] Arcade
        [specialty] Specialty
        [blackjack] Blackjack
        [roulette] Roulette
        [baccarat] Baccarat
        [crash] Crash
       *[other] { $name }
    }

# Sub-category of slots (pages/game.html). $n (number): the number of reels.
game-reels =
    { $n ->
        [one] { $n } Reel
       *[other] { $n } Reels
    }

# The tab with all games of a category (pages/lobby.html).
game-all = All

# Sub-category of video poker (pages/game.html). $n (number): the number of hands.
game-hands =
    { $n ->
        [one] { $n } Hand
       *[other] { $n } Hands
    }

# A percentage on the page of a game (pages/game.html). $value (number): the percentage.
game-percent = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } %

## The component gallery, only built with --drafts (pages/parts.html)

# Heading of the section.
parts-from-templates = From templates

# Label of a sample link.
parts-link = Link like a button

# Label of a sample link.
parts-link-quiet = Quiet link

# Label of a sample link.
parts-more = More

# Name of a sample menu, for screen readers.
parts-neighbours = Neighbouring pages

# Link to the current page in that menu.
parts-this-page = This page

# Link to another page in that menu.
parts-other-page = Another page

# Name of a sample tile.
parts-tile-link = Tile with a link

# Kind of game on that tile.
parts-tile-slot = Slot

# Name of a sample tile.
parts-tile-plain = Tile without

# Kind of game on that tile.
parts-tile-keno = Keno

# Heading of a sample panel.
parts-panel = Panel

# Text of that panel.
parts-panel-text = What a page asks for in passing.

# Name of the section with text, for screen readers.
parts-text = Text
