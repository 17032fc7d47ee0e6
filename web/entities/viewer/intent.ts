/** The action that a visitor asked for before signing in. */
export interface Intent {
  act: 'like' | 'save' | 'choose lists'
  video: number
  /** The key of an unlisted video. */
  key?: string | null | undefined
}

/** The intent as it is kept in this tab, where no other site can write one. */
export interface KeptIntent extends Intent {
  /** The page to return to, by which a later sign-in for another reason is told apart. */
  from: string
  /** When it was asked for, in milliseconds. */
  at: number
}

export const intentSlot = 'after-sign-in'
