let end = () => {}

/** Ends the mini player at once, and what it records with it. Does nothing where there is none. */
export function endMini(): void {
  end()
}

/** Sets what ends the mini player that is open. Returns a function that takes it back. */
export function letMiniEnd(close: () => void): () => void {
  end = close
  return () => {
    end = () => {}
  }
}
