let end = () => {}

/** Ends the mini player, and its recording of the position, at once. Does nothing if there is none. */
export function endMini(): void {
  end()
}

/** Registers the function that ends the open mini player. Returns a function that unregisters it. */
export function letMiniEnd(close: () => void): () => void {
  end = close
  return () => {
    end = () => {}
  }
}
