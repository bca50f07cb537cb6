### Texts of the templates in pages/, in Canadian French.

## The base layout and the navigation

# On every page: the first link, which is visible when it has the focus (pages/shell.html).
skip-link = Passer au contenu

# Name of the menu in the navigation bar, for screen readers (pages/slices/navigation.html).
navigation-main = Principale

# Name of the menu of the account pages, for screen readers (pages/account.html).
navigation-account = Compte

# Name of the links to the page in other languages, for screen readers (pages/shell.html).
languages = Langues

## The landing page

# Link above the tiles of games (pages/home.html).
home-all-games = Voir tous les jeux

# Link above the offers (pages/home.html).
home-all-coupons = Tous les coupons

# Button in the section about staying in control (pages/home.html).
home-set-limit = Fixer une limite de dépôt

# Button next to it; it links to the people who can help (pages/home.html).
home-find-help = Trouver de l'aide

## Information pages

# Small line above the title of an information page (pages/info.html).
info-eyebrow = Renseignements

# Heading of the table of contents (pages/info.html).
info-contents = Sur cette page

# Last line of an information page (pages/info.html). $date (date): the day.
info-last-changed = Dernière modification : { DATETIME($date, dateStyle: "long") }

# Heading above the links to the other information pages, and the name of their list for screen readers
# (pages/info.html).
info-more = Autres renseignements

## The lobby without scripts, and the cashier page

# Heading of the list of all games for browsers without scripts (pages/lobby.html).
lobby-all-games = Tous les jeux

# Link at the top of the cashier page (pages/cashier.html).
cashier-back = Retour au hall

# Heading for guests on the cashier page (pages/cashier.html).
cashier-guests-title = Connectez-vous d'abord

# Text below that heading (pages/cashier.html). DEPOSIT is the label of the deposit button, `deposit` in cashier.toml.
cashier-guests-text = Votre solde, vos coupons et DÉPOSER font partie de votre compte.

## Error pages

# Button for guests on the pages 404, 500 and offline (pages/error.html).
error-home = Aller à la page d'accueil

# Button for players on the same pages (pages/error.html).
error-lobby = Aller au hall

# Second button on the same pages (pages/error.html).
error-contact = Nous joindre

## Categories of games. The catalogue has them in English, and the games are found by these names

# Name of a category, in the lobby and on tiles (pages/home.html, pages/lobby.html, pages/games.html). $category
# (string): its slug, such as `new-games`. $name (string): its name in the catalogue, for a category without a text
# here.
game-category =
    { $category ->
        [new-games] Nouveaux jeux
        [slots] Machines à sous
        [progressives] Gros lots progressifs
        [video-poker] Poker vidéo
        [table-games] Jeux de table
        [specialty] Spécialité
        [crash-games] Jeux crash
        [halloween] Halloween
        [holiday-games] Jeux des Fêtes
       *[other] { $name }
    }

# Name of a sub-category without a number (pages/game.html). $kind (string): its slug, such as `scratch-cards`. $name
# (string): its name in the catalogue, for a sub-category without a text here.
game-sub-category =
    { $kind ->
        [local] Local
        [shared] Partagé
        [slots] Machines à sous
        [keno] Keno
        [scratch-cards] Cartes à gratter
        [arcade] Arcade
        [specialty] Spécialité
        [blackjack] Blackjack
        [roulette] Roulette
        [baccarat] Baccara
        [crash] Crash
       *[other] { $name }
    }

# Sub-category of slots (pages/game.html). $n (number): the number of reels.
game-reels =
    { $n ->
        [one] { $n } rouleau
       *[other] { $n } rouleaux
    }

# The tab with all games of a category (pages/lobby.html).
game-all = Tous

# Sub-category of video poker (pages/game.html). $n (number): the number of hands.
game-hands =
    { $n ->
        [one] { $n } main
       *[other] { $n } mains
    }

# A percentage on the page of a game (pages/game.html). $value (number): the percentage.
game-percent = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } %

## The component gallery, only built with --drafts (pages/parts.html)

# Heading of the section.
parts-from-templates = À partir des gabarits

# Label of a sample link.
parts-link = Lien en forme de bouton

# Label of a sample link.
parts-link-quiet = Lien discret

# Label of a sample link.
parts-more = Plus

# Name of a sample menu, for screen readers.
parts-neighbours = Pages voisines

# Link to the current page in that menu.
parts-this-page = Cette page

# Link to another page in that menu.
parts-other-page = Une autre page

# Name of a sample tile.
parts-tile-link = Tuile avec un lien

# Kind of game on that tile.
parts-tile-slot = Machine à sous

# Name of a sample tile.
parts-tile-plain = Tuile sans lien

# Kind of game on that tile.
parts-tile-keno = Keno

# Heading of a sample panel.
parts-panel = Panneau

# Text of that panel.
parts-panel-text = Ce qu'une page demande en passant.

# Name of the section with text, for screen readers.
parts-text = Texte
