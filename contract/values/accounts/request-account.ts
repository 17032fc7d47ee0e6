/**
 * Request header with the ID of the account that a request is for. The session is the browser's, and may have become
 * another account's since a page began its work.
 */
export const requestAccount = 'x-account'
