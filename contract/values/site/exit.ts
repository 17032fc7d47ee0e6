/** Where the quick exit leads: a page that says nothing about the visitor. */
export const neutralPage = 'https://duckduckgo.com/'
