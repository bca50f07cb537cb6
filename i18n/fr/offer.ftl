### The welcome offer (pages/macros/offer.html), in Canadian French.

# Heading of the first section.
offer-gives-title = Ce que vous obtenez

# First paragraph of that section, with the code in bold. $code (HTML): the coupon code. $percent
# (number): the percentage. Amounts of money, as text: $dollar (what is added for one dollar), $minimum (smallest
# deposit), $counted (the part of a deposit that counts), $largest (largest bonus).
offer-gives = Avec le code { $code }, { $percent } % s'ajoutent à votre premier dépôt : { $dollar } pour chaque dollar, à partir de { $minimum }. Les premiers { $counted } du dépôt comptent; le bonus maximal est donc de { $largest }.

# One line for each way to pay, with its name in bold. $method (HTML): its name. Amounts of money, as
# text: $counted (the part of a deposit that counts), $bonus (the largest bonus).
offer-method = { $method } { $counted } d'un dépôt comptent, ce qui donne un bonus d'au plus { $bonus }.

# Heading of the second section.
offer-asks-title = Ce que l'offre demande

# Label of the wagering requirement.
offer-wagering = Exigence de mise

# Value of the wagering requirement. $times (number): how often the amount is bet.
offer-wagering-times = { $times } fois

# Note below that value.
offer-wagering-note = Le dépôt et le bonus ensemble. Les machines à sous, le keno et les cartes à gratter comptent.

# Label of the largest bet. Its value is an amount of money.
offer-max-bet = Mise maximale

# Note below that value.
offer-max-bet-note = Pendant que le coupon est actif, pour la plupart des joueurs. Pour certaines catégories, elle est plus basse; la carte du coupon montre la vôtre.

# Label of the amount that can be withdrawn.
offer-withdraw = Retrait

# Value of that amount.
offer-withdraw-all = Le tout

# Note below that value.
offer-withdraw-note = Il n'y a pas de limite à ce que vous pouvez retirer à la fin.

# Label of the number of uses.
offer-uses = Combien de fois

# Value of the number of uses.
offer-uses-once = Une fois

# Note below that value. $limit (string): the balance below which the coupon ends, an amount
# of money.
offer-uses-note = Pour le premier dépôt d'un nouveau joueur. Jusqu'à votre dépôt, vous pouvez l'annuler sur sa carte; une fois en jeu, il prend fin quand son exigence de mise est remplie, ou quand votre solde est inférieur à { $limit }.
