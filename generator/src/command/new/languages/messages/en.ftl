# A link for keyboards and screen readers, the first one of each page
skip = Skip to content
# The name of the menu in the header, for screen readers
main-menu = Main
# $name (Text): the name of the current language in itself
language = Language: { $name }
# The name of the switch between light and dark colours
dark-colours = Dark colours
# The button of the search on the page for missing URLs
search-site = Search this site
loading = Loading
failed = That page did not come. Please try again.
offline = You are offline.
ready = You can go on now.
crashed = That did not work. Please reload the page.
# A link of the header
documentation = Documentation
# A link of the header
releases = Releases
menu = Menu
# Before the name of a version, for screen readers
version = Version:
# Marks the current version in the menu of versions
current = current
pages-of-version = Pages of this version
overview = Overview
introduction = Introduction
contents = On this page
old-version = This page describes an old version.
# $version (Text): the name of the current version
read-about = Read about { $version }
breadcrumbs = Breadcrumbs
# $date (HTML): the date of the last change
updated = Last updated on { $date }
edit = Edit this page
previous-and-next = Previous and next page
previous = Previous
next = Next
get-started = Get started
read-documentation = Read the documentation
sections = Sections
made-with = Made with Croupier.
feed-of-releases = Feed of releases
# The button that copies a code block
copy = Copy
copied = Copied
not-copied = Not copied
# A link of the header
posts = Posts
tags = Tags
archive = Archive
about = About
feed = Feed
newest-post = Newest post
all-posts = All posts
pages-of-list = Pages of this list
newer-posts = Newer posts
older-posts = Older posts
# $minutes (Number): how long the post takes to read
reading-time = { $minutes } min read
other-posts = Other posts
newer = Newer
older = Older
related-posts = Related posts
first-page = Go to the first page
# A label on the button of the counter
press = Press me
clicks = Clicks
counter = A counter
counter-text = React renders it when the site is built. The browser loads its code when it becomes visible.
header = A persistent header
# The text of the link in the next message
other-page = the other page
# $link (HTML): a link to the other page
header-text = The header has another counter. Press it, go to { $link }, and the count is unchanged.
colours-title = Colours on demand
colours-text = The switch for light and dark colours loads no code until you press it. The page still never flashes, because a small script in the head applies your choice.
# The name of the switch, for screen readers
colours = Light or dark colours
list = A list to search
# $file (HTML): the path of the file with the items
list-text = The items come from { $file }. The browser loads the code when it is idle.
# The label of the field that filters the list
list-label = When does the browser load the code of an island?
