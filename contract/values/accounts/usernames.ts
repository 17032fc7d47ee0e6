/** Rules for usernames, for the form and the server. Sign-in looks an account up by canonicalUsername. */

import { usernameLength } from '../shared/limits'
import { plainTyped } from '../shared/typed'
import { messages } from './messages'

export const usernameMessages = {
  short: messages.usernameShort,
  long: `Username must be at most ${usernameLength.max} characters.`,
  letters: 'Username can only have letters, digits, dots, hyphens and underscores.',
  ends: 'Username must begin and end with a letter or a digit.',
  doubled: 'Username cannot have two dots, hyphens or underscores in a row.',
  mixed: 'Username cannot mix letters of different alphabets.',
  reserved: 'This username is reserved.',
} as const

/**
 * Letters of each script, after case folding; a name keeps to one script (UTS #39, 5.2, "Single Script", with
 * its groups for Japanese and Korean). The ranges leave out historic and phonetic letters, many of which are
 * easily confused with others. Digits are 0 to 9, since the digits of other scripts look like letters (UTS
 * #39, 5.3).
 */
const alphabets = [
  /^[a-z\u00df-\u0137\u0139-\u017f\u01a1\u01b0\u01cd-\u01dc\u0218-\u021b\u0259\u1e00-\u1eff]$/u,
  /^[\u0430-\u045f\u048b-\u04ff]$/u,
  /^[\u0390\u03ac-\u03ce]$/u,
  /^[\u0561-\u0586]$/u,
  /^[\u10d0-\u10f0]$/u,
  /^[\u05d0-\u05ea]$/u,
  /^\p{Script=Arabic}$/u,
  /^\p{Script=Devanagari}$/u,
  /^\p{Script=Bengali}$/u,
  /^\p{Script=Gurmukhi}$/u,
  /^\p{Script=Gujarati}$/u,
  /^\p{Script=Tamil}$/u,
  /^\p{Script=Telugu}$/u,
  /^\p{Script=Kannada}$/u,
  /^\p{Script=Malayalam}$/u,
  /^\p{Script=Sinhala}$/u,
  /^\p{Script=Thai}$/u,
  /^\p{Script=Ethiopic}$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u,
  /^[\p{Script=Han}가-힣]$/u,
]

const letter = /^[\p{L}\p{M}]$/u

/**
 * Returns an error message for a name that can't be used; null if it can. Store the name as displayUsername
 * returns it.
 */
export function checkUsername(name: string): string | null {
  const shown = displayUsername(name)
  const length = [...shown].length
  if (length < usernameLength.min) return usernameMessages.short
  if (length > usernameLength.max) return usernameMessages.long

  const characters = [...canonicalUsername(shown)]
  const hasInvisible = /\p{Default_Ignorable_Code_Point}/u.test(shown)
  const letters = characters.filter((character) => !/[0-9._-]/.test(character))
  const known = letters.every(
    (each) => letter.test(each) && alphabets.some((alphabet) => alphabet.test(each)),
  )
  // More than two marks on a letter spill into the lines around the name.
  if (!known || hasInvisible || /\p{M}{3}/u.test(shown)) return usernameMessages.letters
  if (/^[._\p{M}-]|[._-]$/u.test(shown)) return usernameMessages.ends
  if (/[._-]{2}/.test(shown)) return usernameMessages.doubled
  if (!alphabets.some((alphabet) => letters.every((each) => alphabet.test(each))))
    return usernameMessages.mixed
  return isReserved(shown) ? usernameMessages.reserved : null
}

/** Returns the name as typed, except for blanks around it, and the width and composition of its characters. */
export function displayUsername(name: string): string {
  return name.normalize('NFKC').trim()
}

/**
 * Returns the form in which a name is unique and looked up, wherever one is typed: NFKC and case folding (Unicode, 3.13).
 * Upper-casing in between makes ß equal to SS, ı to I, and the two small sigmas to each other; lower-casing
 * before that does so for ẞ. İ becomes i as well.
 */
export function canonicalUsername(name: string): string {
  const folded = plainTyped(name).toLowerCase().toUpperCase().toLowerCase()
  return folded.replace(/i\u0307+/g, 'i').normalize('NFKC')
}

/** From Unicode's confusables.txt (UTS #39, 4), reduced to the letters in the alphabets above. */
const lookAlikes = new Map(
  [
    'aаα',
    'bвьβ',
    'cс',
    'dđð',
    'eеєεəә',
    'gց',
    'hнһհħ',
    'jјյ',
    'kкκқ',
    'l1iіιӏłוןا',
    'mм',
    'nпηոռŋ',
    'o0оοσօøסهө',
  ]
    .concat(['pрρþ', 'qզգ', 'rгґ', 'sѕς', 'tтτŧ', 'uυսц', 'vνט', 'wшω', 'xхχ', 'yуγүұ', 'zζ'])
    .flatMap(([letter = '', ...twins]) => twins.map((twin) => [twin, letter] as const)),
)

/**
 * Returns a key shared by names that look alike, for a second unique index; it is never shown. Accents and
 * separators don't count, `rn` is m, `vv` is w, `ae` is æ.
 */
export function usernameSkeleton(name: string): string {
  const bare = canonicalUsername(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f._-]/g, '')
  return latinTwins(bare)
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Returns a small-lettered text with a Latin letter for each letter or digit that looks like it: `l` also for i and 1. */
export function latinTwins(text: string): string {
  return [...text].map((character) => lookAlikes.get(character) ?? character).join('')
}

const reserved = [
  'admin',
  'administrator',
  'moderator',
  'official',
  'staff',
  'support',
  'nocturne',
  'root',
  'system',
  'sysadmin',
  'mod',
  'help',
  'security',
  'abuse',
  'webmaster',
  'postmaster',
  'hostmaster',
  'noreply',
  'owner',
  'null',
  'undefined',
  'anonymous',
  'deleted',
  'unknown',
  'everyone',
]
const reservedSkeletons = new Set(reserved.map(usernameSkeleton))
/** Words reserved for the site in any part of a name: `nocturne-support`, `admin_2`. */
const officialSkeletons = new Set(reserved.slice(0, 7).map(usernameSkeleton))

/** Names of deleted accounts; the skeleton turns digits into the letters that they resemble. */
const likeDeleted = /^deleted[0-9lo]+$/

function isReserved(name: string): boolean {
  if (likeDeleted.test(usernameSkeleton(name))) return true
  if (reservedSkeletons.has(usernameSkeleton(name))) return true
  const parts = name.split(/[._-]/).map((part) => usernameSkeleton(part.replace(/\d+$/, '')))
  return parts.some((part) => officialSkeletons.has(part))
}
