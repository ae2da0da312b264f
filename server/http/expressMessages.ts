import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';

/**
 * Requests and responses that are made as Express wants them. Express would change the prototype of each one after it was made, which
 * costs more than all else that it does with a request.
 */
export class AppRequest extends IncomingMessage {}
export class AppResponse extends ServerResponse {}
Object.setPrototypeOf(AppRequest.prototype, express.request);
Object.setPrototypeOf(AppResponse.prototype, express.response);

/** Makes an Express app take such requests as its own. */
export const takeMessages = (app: Express): void => {
  app.request = AppRequest.prototype as Request;
  app.response = AppResponse.prototype as Response;
};

/** The pair as Express of an app knows it; of a server that makes other messages their prototype is changed. */
export const messagesOf = (
  app: Express,
  request: IncomingMessage,
  response: ServerResponse,
): { request: Request; response: Response } => {
  const asked: Request = Object.setPrototypeOf(request, AppRequest.prototype);
  const answer: Response = Object.setPrototypeOf(response, AppResponse.prototype);
  return {
    request: Object.assign(asked, { app, originalUrl: asked.url }),
    response: Object.assign(answer, { app }),
  };
};
