import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '#contract/values/shared/fold'
import { foldLoosely } from '#contract/values/shared/fold-loosely'
import {
  indexedName,
  isRun,
  learnedWords,
  looseWords,
  searchForms,
  typedWords,
} from '#contract/values/videos/search-words'
import { holdsWords } from '#worker/services/videos/model/title-words'
import { hasTypos } from '#worker/services/videos/search/typos'

describe('what people type one for another', () => {
  it.each([
    ['ß', 'Straße', 'strasse'],
    ['ø', 'Bjørn', 'bjorn'],
    ['ł', 'Łódź', 'lodz'],
    ['đ', 'Đà Nẵng', 'da nang'],
    ['ı and İ', 'Işık İzmir', 'isik izmir'],
    ['æ and œ', 'Ægir cœur', 'aegir coeur'],
    ['þ and ð', 'Þór Guðrún', 'thor gudrun'],
    ['ё and й', 'Ёлка зимой', 'елка зимои'],
    ['tonos and the last sigma', 'Άνδρας', 'ανδρασ'],
    ['hamza and the forms of alef', 'أإآٱ', 'اااا'],
    ['teh marbuta and alef maksura', 'فتاة على', 'فتاه علي'],
    ['Persian yeh and kaf', 'ایران کم', 'ايران كم'],
    ['tatweel and harakat', 'مـحَمَّد', 'محمد'],
    ['niqqud', 'שָׁלוֹם', 'שלום'],
    ['digits of other scripts', '٤ ۴ ४ ๔', '4 4 4 4'],
    ['half-width Katakana', 'ｶﾞﾗｽ', 'がらす'],
    ['Katakana', 'カメラ・パーティー', 'かめら・ぱーてぃー'],
    ['full width', 'ＦＵＬＬ', 'full'],
    ['apostrophes and hyphens', 'It’s ‘so’ hard‐core', "it's 'so' hard-core"],
    ['an invisible hyphen', 'sun\u00adset', 'sunset'],
  ])('%s', (_, written, folded) => {
    expect([foldLoosely(written), foldLoosely(folded), foldLoosely(foldText(written))]).toEqual([
      folded,
      folded,
      folded,
    ])
  })

  it.each([
    ['voicing marks', 'パス', 'バス'],
    ['vowel signs', 'काल', 'कल'],
    ['tone marks of Thai', 'น้ำ', 'นำ'],
    ['old and new characters', '國', '国'],
    ['traditional and simplified characters', '電', '电'],
  ])('not %s', (_, one, other) => {
    expect(foldLoosely(one)).not.toBe(foldLoosely(other))
  })
})

describe('the words of a text', () => {
  it.each([
    ['東京の夜景を歩く', ['東京の夜景を歩く']],
    ['東京night 第3話', ['東京', 'night', '第', '3', '話']],
    ['4K動画', ['4k', '動画']],
    ['ผู้หญิง ความรัก', ['ผู้หญิง', 'ความรัก']],
    ['한국영화 추천', ['한국영화', '추천']],
    ['मेरी हिन्दी', ['मेरी', 'हिन्दी']],
    ['ラーメン々', ['らーめん々']],
    ["don't donʼt", ['don', 't', 'don', 't']],
  ])('%s', (text, words) => {
    expect(looseWords(text)).toEqual(words)
  })

  it.each([
    ['Don’t stop', 'dont'],
    ['Hard-core mother-in-law', 'hardcore motherinlaw'],
    ['1,000 nights, 2 a.m.', '1000 am'],
    ['L’amour', 'lamour'],
    ['Tom & Jerry', 'and'],
    ['R&B', 'rb and'],
    ['plain words, as ever', ''],
    ['— !!! …', ''],
    ['夜', '夜'],
    ['夜景', '夜景 夜 景'],
    ['東京night', '東京 東 京 night'],
    ['ああああ', 'ああ あ'],
  ])('%s is also found by: %s', (text, forms) => {
    expect(searchForms(text)).toBe(forms)
  })

  it('is learned without its runs, which have no misspellings', () => {
    expect(learnedWords('Don’t 東京の夜景を歩く night')).toEqual(['don', 't', 'night', 'dont'])
    expect(hasTypos('東京の夜景を歩く')).toBe(false)
  })

  it('keeps for a name what it is spelled by', () => {
    expect(indexedName('Sci-Fi')).toBe('sci-fi scifi')
    expect(indexedName('夜景')).toBe('夜景 夜景 夜 景')
  })

  it('is the same for a word of it alone, typed or folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const each of typedWords(text)) {
          expect(typedWords(each)).toEqual([each])
          expect(looseWords(each)).toEqual([foldLoosely(each)])
          expect(isRun(foldLoosely(each))).toBe(isRun(each))
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a title', () => {
  it.each([
    ['東京の夜景を歩く', '夜景', true],
    ['東京の夜景を歩く', '夜京', false],
    ['Night in Bjørn’s house', 'bjor', true],
    ['Night train', 'rain', false],
  ])('%s holds %s: %s', (title, typed, holds) => {
    expect(holdsWords(title, looseWords(typed))).toBe(holds)
  })
})
