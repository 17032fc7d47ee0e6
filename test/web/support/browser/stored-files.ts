/** The API of web/studio/files/stored-files with its files in a map: jsdom has no private file system. */
export const stored = new Map<string, Blob>()

export const storedFiles = {
  openStored: async (name: string) => stored.get(name) ?? null,
  removeStored: async (name: string) => void stored.delete(name),
  removeStoredGroup: async () => {},
  hasRoom: async () => true,
  pruneStored: async () => {},
  createStored: async (name: string) => ({
    createWritable: async () => ({
      write: async (blob: Blob) => void stored.set(name, blob),
      close: async () => {},
    }),
  }),
}
