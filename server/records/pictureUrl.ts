/** Where a picture is read; every upload has a key of its own, so that no browser shows an old one. */
export const pictureUrl = (fileKey: string | null) => (fileKey === null ? null : `/api/pictures/${fileKey}`)
