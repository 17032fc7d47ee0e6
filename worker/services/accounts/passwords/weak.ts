import { invalidField } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { isCommonPassword } from './common-passwords'
import { refusals } from './refusals'

interface Chosen {
  username: string
  email: string
  password: string
}

/** Digits and signs around a word that add nothing: `nightowl123!`. More of them make a password. */
const decorationMax = 4

/** Throws at the form's field when a new password is among the first that anyone would try. */
export async function refuseWeakPassword(ctx: ServiceContext, chosen: Chosen, field: string): Promise<void> {
  const { username, email, password } = chosen
  const own = [username, email, email.slice(0, email.indexOf('@'))]
  if (isCommonPassword(password, await ctx.commonPasswords()))
    throw invalidField(field, refusals.passwordCommon)
  if (own.some((word) => isDecorated(password, word))) throw invalidField(field, refusals.passwordNamesYou)
  if (isDecorated(password, ctx.settings.siteName)) throw invalidField(field, refusals.passwordNamesSite)
}

/** Tells whether a text is the word, apart from case, separators, and a few digits and signs around it. */
export function isDecorated(text: string, word: string): boolean {
  const [whole, bare] = [folded(text), folded(word)]
  if (bare === '') return false
  const start = whole.indexOf(bare)
  const around = whole.replace(bare, '')
  return start >= 0 && around.length <= decorationMax && !/\p{L}/u.test(around)
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
