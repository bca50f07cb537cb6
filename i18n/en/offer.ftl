### The welcome offer (pages/macros/offer.html).

# Heading of the first section.
offer-gives-title = What you get

# First paragraph of that section, with the code in bold. $code (HTML): the coupon code. $percent
# (number): the percentage. Amounts of money, as text: $dollar (what is added for one dollar), $minimum (smallest
# deposit), $counted (the part of a deposit that counts), $largest (largest bonus).
offer-gives = With the code { $code }, { $percent }% is added to your first deposit: { $dollar } for every dollar, from { $minimum } on. The first { $counted } of the deposit count, so the largest bonus is { $largest }.

# One line for each way to pay, with its name in bold. $method (HTML): its name. Amounts of money, as
# text: $counted (the part of a deposit that counts), $bonus (the largest bonus).
offer-method = { $method } { $counted } of a deposit count, and so a bonus of at most { $bonus }.

# Heading of the second section.
offer-asks-title = What it asks

# Label of the wagering requirement.
offer-wagering = Play through

# Value of the wagering requirement. $times (number): how often the amount is bet.
offer-wagering-times =
    { $times ->
        [one] { $times } time
       *[other] { $times } times
    }

# Note below that value.
offer-wagering-note = Deposit and bonus together. Slots, keno and scratch cards count.

# Label of the largest bet. Its value is an amount of money.
offer-max-bet = Largest bet

# Note below that value.
offer-max-bet-note = While the coupon is active, for most players. For some classes it is lower; the coupon's card shows yours.

# Label of the amount that can be withdrawn.
offer-withdraw = Withdraw

# Value of that amount.
offer-withdraw-all = All of it

# Note below that value.
offer-withdraw-note = There is no limit on what you can withdraw in the end.

# Label of the number of uses.
offer-uses = How often

# Value of the number of uses.
offer-uses-once = Once

# Note below that value. $limit (string): the balance below which the coupon ends, an amount
# of money.
offer-uses-note = For the first deposit of a new player. Until you deposit you can cancel it on its card; once in play it ends when it is played through, or when your balance is below { $limit }.
