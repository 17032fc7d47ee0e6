export function isBasicAuth(header: string | null | undefined, user: string, password: string): boolean {
  return header === `Basic ${btoa(`${user}:${password}`)}`
}
