/** The element that a document is rendered into. React reports when index.html lacks it. */
export const root = document.getElementById('root') as HTMLElement
