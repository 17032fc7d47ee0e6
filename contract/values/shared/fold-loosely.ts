import { foldText } from './fold'

/**
 * Letters that people type as others, since their keyboard lacks them or both are read as one. None is a letter
 * with an accent, which `foldText` removes.
 */
const typedAs = new Map(
  Object.entries({
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    þ: 'th',
    æ: 'ae',
    œ: 'oe',
    ς: 'σ',
    // Forms of alef, yeh, teh and kaf, and the stroke that lengthens a word.
    ٱ: 'ا',
    ى: 'ي',
    ی: 'ي',
    ې: 'ي',
    ة: 'ه',
    ک: 'ك',
    ـ: '',
    '’': "'",
    '‘': "'",
    ʼ: "'",
    '‐': '-',
    '–': '-',
  }),
)
/** Points and other marks over letters, which Hebrew and Arabic are mostly written without. */
const points = /(?=\p{M})[\p{Script=Hebrew}\p{Script=Arabic}]/gu
/** The distance from a letter of Katakana to the same one of Hiragana. */
const kanaDistance = 0x60
/** The digits 0 of other scripts whose digits people type. */
const zeros = ['٠', '۰', '०', '๐'].map((zero) => zero.charCodeAt(0))

/**
 * Folds a text for search: besides, letters and digits that people type one for another become one. Folding
 * again, or folding what `foldText` returned, changes nothing more.
 */
export function foldLoosely(text: string): string {
  return foldText(text)
    .replace(points, '')
    .replace(/[ァ-ヶヽヾ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - kanaDistance))
    .replace(/[٠-٩۰-۹०-९๐-๙]/g, (digit) => String(digitValue(digit)))
    .replace(/[^\p{ASCII}]/gu, (letter) => typedAs.get(letter) ?? letter)
}

function digitValue(digit: string): number {
  return Math.min(...zeros.map((zero) => digit.charCodeAt(0) - zero).filter((value) => value >= 0))
}
