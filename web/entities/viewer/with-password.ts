import { ApiError } from '../../lib/api-error'

/**
 * Asks for the password and resolves to whether it was right; false when none was given. Shown by the page.
 */
type Asker = () => Promise<boolean>

let asker: Asker | null = null

/** Registers the dialog that asks, while it is on the page. Returns a function that removes it. */
export function offerPassword(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/**
 * Performs a sensitive action. Where the server wants the password first, asks for it and tries once more.
 */
export async function withPassword<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.problem?.code === 'password_required'
    if (!isAsked || !asker || !(await asker())) throw error
    return act()
  }
}
