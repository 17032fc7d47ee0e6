/** Target of the quick exit: a page that reveals nothing about the visitor. */
export const neutralPage = 'https://duckduckgo.com/'
