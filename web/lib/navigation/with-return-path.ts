import { paths } from './paths'

export const returnParameter = 'from'

/** Returns the address of a form, carrying on where its visitor came from. */
export function withReturnPath(form: string, from: string): string {
  return from === paths.home ? form : `${form}?${new URLSearchParams({ [returnParameter]: from })}`
}
