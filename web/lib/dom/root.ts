/** Where a document is rendered. React says it where index.html has none. */
export const root = document.getElementById('root') as HTMLElement
