export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window
}
