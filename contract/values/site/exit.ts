/** Where somebody is led who leaves the site at once: a page that says nothing of them. */
export const neutralPage = 'https://duckduckgo.com/'
