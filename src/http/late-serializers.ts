import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

/**
 * Fastify's own serializers, each built when its first answer is written. Building all of them takes a tenth
 * of the startup time, and most answers are texts that need none.
 */
export const buildSerializersLate: ReturnType<typeof SerializerSelector> = (externalSchemas, options) => {
  const compile = select(externalSchemas, options);
  return (route) => {
    let write: ReturnType<typeof compile> | undefined;
    return (data: unknown) => {
      write ??= compile(route);
      return write(data);
    };
  };
};

const select = SerializerSelector();
