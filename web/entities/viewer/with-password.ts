import { ApiError } from '../../lib/api-error'

/** Asks for the password, and answers whether it was right; false when it was not given. Shown by the page. */
type Asker = () => Promise<boolean>

let asker: Asker | null = null

/** The dialog that asks, while it is on the page. Answers how to take it away again. */
export function offerPassword(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = null
  }
}

/** Does a grave act; where the server wants the password first, asks for it and tries once more. */
export async function withPassword<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.problem?.code === 'password_required'
    if (!isAsked || !asker || !(await asker())) throw error
    return act()
  }
}
