/** A file can't be fetched from its origin. `message` is a sentence for the uploader. */
export class OriginRefused extends Error {
  override readonly name = 'OriginRefused'

  constructor(
    message: string,
    /** It may work in a moment: the network, a busy server. */
    readonly temporary = false,
  ) {
    super(message)
  }
}
