/** How a link within text looks. */
export const linkLook =
  'rounded-badge text-text underline decoration-faint underline-offset-3 hover:decoration-text'
