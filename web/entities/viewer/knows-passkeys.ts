export const noPasskeys = "This browser doesn't support passkeys."

export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}
