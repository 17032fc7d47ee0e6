/** A file can't be had from its origin. `message` is a sentence for whoever asked for it. */
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
