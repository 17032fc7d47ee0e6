/** The files of test/fixtures/media, inside the bundle since workerd has no file system. */
const files: Record<string, string> = import.meta.glob('../fixtures/media/*', {
  eager: true,
  import: 'default',
  query: '?inline',
})

export function fixture(name: string): Uint8Array<ArrayBuffer> {
  const address = files[`../fixtures/media/${name}`]
  if (!address) throw new Error(`No fixture ${name}`)
  return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
}
