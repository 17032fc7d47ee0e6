import { createContext, useContext } from 'react'

/** The ID of the published video that a chosen file will replace the file of; null where it becomes a new one. */
export const ReplacedVideo = createContext<number | null>(null)

const words = {
  publish: {
    howTo: 'How to publish it',
    asIs: (files: string) => `${files} are published as is, unless you choose otherwise.`,
    notAsIs: "This file can't be published as is",
    anyway: 'Publish anyway',
    readablePart: 'publish the part that can be read',
    silent: 'Publish without sound',
    pictureAlone: 'publish the picture alone',
    willBeSilent: 'It will be published without sound.',
    willBeTaken: (track: string) => `${track} will be published.`,
    whenUploaded: '',
    now: 'You can publish now.',
    again: 'You can publish it again, or choose another one.',
  },
  replace: {
    howTo: 'How to use it',
    asIs: (files: string) => `${files} are used as is, unless you choose otherwise.`,
    notAsIs: "This file can't be used as is",
    anyway: 'Use it anyway',
    readablePart: 'use the part that can be read',
    silent: 'Use it without sound',
    pictureAlone: 'use the picture alone',
    willBeSilent: 'The video will have no sound.',
    willBeTaken: (track: string) => `${track} will be used.`,
    whenUploaded: '. Save your changes to replace the current file.',
    now: 'You can save now.',
    again: 'You can use it here too, or choose another one.',
  },
} as const

/** Words for what happens to a chosen file: it is published, or replaces a published one. */
export type PurposeWords = (typeof words)[keyof typeof words]

export function usePurposeWords(): PurposeWords {
  return words[useContext(ReplacedVideo) === null ? 'publish' : 'replace']
}
